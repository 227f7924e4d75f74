import { catalogue } from '../../catalogue.ts'
import { deStates } from './de.ts'
import { enStates } from './en.ts'

export const useStateWords = catalogue<typeof enStates>({ en: enStates, de: deStates })
