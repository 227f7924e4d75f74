import { useGerman } from '../late-german.ts'
import { enCore } from './en.ts'

/** The words for parts that pages of the agency and the portal share. */
export const useCoreWords = (): typeof enCore => useGerman()?.deCore ?? enCore
