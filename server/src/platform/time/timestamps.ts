/** YYYY-MM-DDTHH:MM:SSZ, as everywhere in the API. */
export const formatTimestamp = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
