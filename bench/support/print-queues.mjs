export const token = 'token';

/** The print queues that every server lists: the same number for each of its feeds. */
export const printersOf = (groups, devices) =>
  Array.from({ length: groups * devices }, (_, place) => `${groupName(place % groups)}\\queue-${place}`);

/** The external id of a feed: the group that it reads. */
export const groupName = (group) => `group-${group}`;
