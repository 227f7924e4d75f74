import { catalogue } from '../../catalogue.ts'
import { deSheet } from './de.ts'
import { enSheet } from './en.ts'

export const useSheetWords = catalogue<typeof enSheet>({ en: enSheet, de: deSheet })
