import { sendRequestedLink, sendLinkJob } from '../../features/sessions/request-sign-in-link.js';
import type { Task } from '../task.js';

/** Checks whether the address belongs to a user, and mails a link if it does. */
export const sendSignInLinkTask: Task = {
  ...sendLinkJob,
  lane: 'short',
  run: (context, { payload }) => sendRequestedLink(context, payload),
};
