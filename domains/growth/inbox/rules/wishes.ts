import type { Sentence } from './sentences.ts'
import { withoutTheMail } from './the-mail.ts'
import { english, loneEnglish } from './wishes-english.ts'
import { german, loneGerman } from './wishes-german.ts'
import { others } from './wishes-others.ts'

const rulesOf = (texts: readonly string[]) => texts.map((text) => new RegExp(text))
const wishes = rulesOf([...english, ...german, ...others])
const lone = rulesOf([...loneEnglish, ...loneGerman])

// The contrary of a wish, and one that is not for all mail or not for long. Both are left to a person.
const denied = new RegExp(
  `\\b(?:${[
    "(?:do not|don't|dont|did not|didn't|will not|won't|not going to|never|haven't|have not|cannot|can't) (?:(?:want|wish|need|plan|intend|have|mean) to )?(?:be )?(?:un-?subscrib\\w*|opt\\w*-? ?out|remove (?:me|us)|delete (?:me|us|my|our)|take (?:me|us) off)",
    'why (?:was|were|am|are) (?:i|we) (?:\\w+ )?(?:unsubscribed|removed)',
    '(?:nicht|nie) (?:abmelden|abbestellen|austragen|loe?schen|entfernen|streichen)',
  ].join('|')})`,
)
const limited = new RegExp(
  `\\b(?:${[
    'instead|until|till|unless|before|except|call (?:me|us)|by (?:phone|post|letter)|via (?:phone|linkedin|teams|slack)',
    'on linkedin|over the phone|(?:my|our|the) (?:other|new|private|work|correct) (?:e-?mail|address)|attachments?|zip|pdf',
    // A wish for another way: mail is what they want.
    '(?:but|just|rather|only|,) (?:please )?(?:e-?mail|mail|write to|write) (?:me|us)|aber (?:mailen|schreiben)|(?:mailen|schreiben) sie (?:mir|uns) (?:lieber|gern\\w*|eine)',
    'stattdessen|sondern|lieber (?:telefonisch|per|an)|bis (?:zum|ende|anfang|nachste\\w*|im|auf weiteres)|ausser|erst (?:im|nachste\\w*|wieder)',
    'solange|anrufen|rufen sie|telefonisch|anhange?',
  ].join('|')})\\b`,
)

/** Whether a sentence is a wish to get no mail: `clear`, or `unclear` if only a person can decide. */
export const wishIn = (sentence: Sentence): 'clear' | 'unclear' | undefined => {
  const { isForReader, isAfterWords, isNotice } = sentence
  if (isForReader) return undefined
  const text = withoutTheMail(sentence.text)
  const isLone = text.split(/, | - /).some((clause) => lone.some((wish) => wish.test(clause)))
  if (!isLone && !wishes.some((wish) => wish.test(text))) return undefined
  // A line of one word below a greeting can be a link of the company's own newsletter.
  return denied.test(text) || limited.test(text) || isNotice || (isLone && isAfterWords) ? 'unclear' : 'clear'
}
