import { catalogue } from '../catalogue.ts'
import { deMoney } from './de.ts'
import { enMoney } from './en.ts'

/** The words of the pages about owed money and payments. */
export const useMoneyWords = catalogue<typeof enMoney>({ en: enMoney, de: deMoney })
