const absent = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * The records that a question to DNS found: none if the name or its record does not exist, undefined if DNS did not
 * answer, such as after a time-out or SERVFAIL. Only the former is information about the domain.
 */
export const dnsRecords = async <Found>(question: Promise<readonly Found[]>): Promise<readonly Found[] | undefined> => {
  try {
    return await question
  } catch (error) {
    return absent.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  }
}
