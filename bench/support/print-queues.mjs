export const token = 'token';

/** The print queues that every server lists: so many for each of its feeds. */
export const printersOf = (groups, devices) =>
  Array.from({ length: groups * devices }, (_, place) => `${groupName(place % groups)}\\queue-${place}`);

/** What a feed is told to read of its server. */
export const groupName = (group) => `group-${group}`;
