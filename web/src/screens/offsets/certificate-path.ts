/** Where anyone can see a certificate. */
export const certificatePath = (id: string, locale: string): string => `/certificates/${id}?locale=${locale}`;
