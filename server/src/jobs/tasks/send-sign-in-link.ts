import { sendRequestedLink, sendLinkJob } from '../../features/sessions/request-sign-in-link.js';
import type { Task } from '../task.js';

/** Looks whose address it is that asked for a link, and mails one if it is anybody's. */
export const sendSignInLinkTask: Task = {
  ...sendLinkJob,
  lane: 'short',
  run: (context, { payload }) => sendRequestedLink(context, payload),
};
