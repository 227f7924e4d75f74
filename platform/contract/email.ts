/** The form under which all spellings of one mail address are the same: NFKC, trimmed, in small letters. */
export const normalEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
