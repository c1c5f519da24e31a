import { encodeRequest, isAmbiguous } from './encode-request.mjs';

/** A response that takes longer is slow, unless everything is at the moment. */
const slowMs = 1_000;
/** Creates all tables of an installation. */
const slowSandboxMs = 15_000;
/** And it takes this many times as long as the neighbour's request, which shows how busy the machine is. */
const slowFactor = 20;
/** The longest CPU time for which one request may block the server. */
const maxPieceMs = 100;
/** A problem must occur in every attempt, which rules out coincidence. */
const attempts = 3;

const errorBytes = 4_096;
const objectBytes = 65_536;

/** Sends requests concurrently with a neighbour and reports problems with their cost. */
export function createCostMonitor(client, neighbour) {
  const measure = async (sent) => {
    const begun = performance.now();
    const options = { method: sent.method, alone: isAmbiguous(sent) };
    const answering = client
      .send(encodeRequest(sent), options)
      .then((answer) => ({ answer, ms: performance.now() - begun }));
    const beside = await neighbour.askDuring(answering);
    return { ...(await answering), beside, maxMs: isSandbox(sent) ? slowSandboxMs : slowMs };
  };

  return {
    /** The first response, and the problem with its cost if it occurs every time. */
    async send(sent) {
      const first = await measure(sent);
      let problem = timeProblem(first);
      for (let attempt = 1; problem !== undefined && attempt < attempts; attempt++)
        problem = timeProblem(await measure(sent));
      return { answer: first.answer, problem: problem ?? sizeProblem(sent, first.answer) };
    },
  };
}

const isSandbox = ({ method, target }) => method === 'POST' && /\/sandboxes\/?(\?|$)/.test(target);

function timeProblem({ ms, beside, maxMs }) {
  if (beside.refusal !== undefined) return `another tenant was answered ${beside.refusal} meanwhile`;
  if (beside.busyMs > maxPieceMs)
    return `kept another tenant waiting: ${beside.busyMs.toFixed(0)} ms of work in one piece`;
  const isSlow = ms > maxMs && ms > slowFactor * beside.ms;
  return isSlow ? `slow: ${ms.toFixed(0)} ms` : undefined;
}

/**
 * Errors are short, although they may quote the request; a single object is not much larger than the request that
 * created it.
 */
function sizeProblem({ target, body }, { status, text }) {
  if (text === undefined) return undefined;
  const bytes = Buffer.byteLength(text);
  if (status !== 200) {
    const most = errorBytes + Buffer.byteLength(target);
    return bytes > most ? `oversized: ${status} of ${bytes} bytes: ${text.slice(0, 100)}…` : undefined;
  }
  const items = listIn(text);
  const limit = Number(/[?&]limit=(\d+)/.exec(target)?.[1] ?? Infinity);
  if (items && items.length > limit) return `oversized: ${items.length} items where ${limit} were asked for`;
  const most = objectBytes * (items ? Math.max(1, items.length) : 1) + 8 * (body?.length ?? 0);
  return bytes > most ? `oversized: ${bytes} bytes` : undefined;
}

/** A list, or the results of a batch. */
function listIn(text) {
  try {
    const answer = JSON.parse(text);
    const [only, ...others] = Object.values(answer ?? {});
    if (Array.isArray(answer)) return answer;
    return others.length === 0 && Array.isArray(only) ? only : undefined;
  } catch {
    return undefined;
  }
}
