import { useLanguage } from '../preferences.ts'
import { deMoney } from './de-money.ts'
import { enMoney } from './en-money.ts'
import type { Language } from './words.ts'

const catalogue: Readonly<Record<Language, typeof enMoney>> = { en: enMoney, de: deMoney }

/** What the pages about owed money and about payments say; they bring it along. */
export const useMoneyWords = (): typeof enMoney => catalogue[useLanguage()]
