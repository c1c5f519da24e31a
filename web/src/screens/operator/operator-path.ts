export const operatorPath = (screen: string): string => `/operator/${screen}`;
