/** The public page of a certificate. */
export const certificatePath = (id: string, locale: string): string => `/certificates/${id}?locale=${locale}`;
