const agentId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\//;

/** A device as people know it. One that only an agent and its address identify begins with the agent's id. */
export const deviceName = (device: string): string => device.replace(agentId, '');
