import { useSession } from './use-session.js';

/** Whether the user may change anything besides their own language and sessions. The server decides by the same rule. */
export const useHasFullPermission = (): boolean => useSession().user.permission === 'full';
