import { useGerman } from '../late-german.ts'
import { enCore } from './en.ts'

/** The words of parts that pages of the agency and of the portal share. */
export const useCoreWords = (): typeof enCore => useGerman()?.deCore ?? enCore
