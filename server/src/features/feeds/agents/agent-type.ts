/** Feeds of this type have agents: programs in the networks of printers that send readings. */
export const agentType = 'agent';
