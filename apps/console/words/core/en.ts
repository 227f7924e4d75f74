import { enErrors } from '../errors/en.ts'
import { enRules } from '../errors/rules/en.ts'
import { englishCodes } from '../errors/codes/english.ts'

/** The words that every visit begins with, of parts that the portal has too. */
export const enCore = {
  loading: 'Loading',
  tryAgain: 'Try again',
  copyRequest: 'Copy the id of the request',
  copied: 'Copied',
  request: (id: string) => `Request ${id}`,
  cancel: 'Cancel',
  keep: 'Keep it',
  showMore: 'Show more',
  orMore: (count: string) => `${count}+`,
  shownOf: (shown: string, all: string) => `${shown} of ${all} shown`,
  firstOf: (shown: string) => `The first ${shown}. There are more.`,
  theme: 'Theme',
  themes: { auto: 'Automatic', light: 'Light', dark: 'Dark' },
  language: 'Language',
  show: 'Show',
  hide: 'Hide',
  pageWaits: {
    title: 'This page is not loaded yet',
    text: 'The server does not answer. The page opens by itself as soon as it does.',
  },
  notThere: {
    title: 'Page not found',
    text: 'The address is wrong, or the page was removed or is in another workspace.',
    home: 'Go to Home',
  },
  errors: { ...enErrors, codes: englishCodes },
  /** Texts of a field by the rule that it breaks. */
  rules: enRules,
}
