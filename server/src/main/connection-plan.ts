import { ownerConnections, sandboxConnections } from '../database/instance.js';

/** Of the 100 connections of the embedded database; the rest is for commands. */
const connectionsOfAll = 80;

/** The parent neither handles requests nor runs jobs; it may fill an empty database with the demo. */
const connectionsOfParent = 5;

/** For requests, or for jobs. */
const maxConnections = 20;

/** For the start and the metrics of a process that serves requests and runs no jobs. */
const ownConnections = 2;

/** One for requests and one for sandboxes, if there are too many processes to divide the connections. */
const minShare = ownConnections + ownerConnections + 2;

export interface ConnectionPlan {
  readonly parent: number;
  /** Of each API process. */
  readonly requests: number;
  readonly overhead: number;
  /** Of the process for jobs. */
  readonly jobs: number;
  /** Of each API process and of the one for jobs, which may also connect as the owner of the tables. */
  readonly sandboxes: number;
}

/** Divides the connections among the parent, `processes` API processes and one for jobs. */
export function planConnections(processes: number): ConnectionPlan {
  const share = Math.max(minShare, Math.floor((connectionsOfAll - connectionsOfParent) / (processes + 1)));
  const sandboxes = Math.min(sandboxConnections, Math.floor(share / 4));
  const live = Math.min(maxConnections, share - sandboxes - ownerConnections);
  return {
    parent: connectionsOfParent,
    requests: live - ownConnections,
    overhead: ownConnections,
    jobs: live,
    sandboxes,
  };
}
