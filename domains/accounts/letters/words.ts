import type { LetterKind, LetterTopic } from './rules.ts'

export type LetterLanguage = 'en' | 'de'

interface LetterSubject {
  /** In quotation marks. */
  readonly title: string
  /** Where it is, with a space before it; empty if it is in no project. */
  readonly where: string
  readonly agency: string | undefined
}

interface KindWords {
  /** Before the title in the subject; empty if the title is a sentence itself. */
  readonly first: string
  readonly again: string
  readonly label: string
  readonly sentence: (subject: LetterSubject) => string
  /** By when, in a sentence; only kinds that may have such a time. */
  readonly byWhen?: (time: string, day: string) => string
}

const en = {
  quoted: (title: string) => `“${title}”`,
  inside: (project: string | undefined) => (project === undefined ? '' : ` in the project ${project}`),
  about: (project: string | undefined, workspace: string) =>
    project === undefined ? `This is about the workspace ${workspace}.` : `This is about the project ${project}.`,
  reminder: 'You were asked before, and nobody has decided yet.',
  unshown: (count: number) =>
    count === 1 ? '1 part of this change has no test.' : `${count} parts of this change have no test.`,
  why: (reason: string) => `Why: ${reason}`,
  locale: 'en-GB',
  at: (day: string, time: string) => `${day} at ${time}`,
  by: (day: string) => `by ${day}`,
  several: (count: number) => `${count} new things need you`,
  these: (count: number) => `${count} new things need you, the oldest first.`,
  left: (count: number) => `The ${count} newest are not named here.`,
  home: 'See all of them',
  kinds: {
    request: {
      first: 'Your decision is needed',
      again: 'Your decision is still needed',
      label: 'Look at it and decide',
      sentence: ({ title, where, agency }) =>
        agency === undefined
          ? `${title}${where} needs your decision.`
          : `${agency} needs your decision on ${title}${where}.`,
      byWhen: (time) => `Please decide by ${time}. After that the request ends without a decision.`,
    },
    question: {
      first: 'Your answer is needed',
      again: 'Your answer is still needed',
      label: 'Answer the question',
      sentence: ({ title, where, agency }) =>
        agency === undefined
          ? `${title}${where} waits for your answer.`
          : `${agency} has a question for you${where}: ${title}`,
      byWhen: (time) => `Please answer by ${time}. After that the question ends without an answer.`,
    },
    approval: {
      first: 'Ready for your approval',
      again: 'Still waits for your approval',
      label: 'Read it and decide',
      sentence: ({ title, where, agency }) =>
        agency === undefined
          ? `${title}${where} is ready for your approval.`
          : `${agency} has finished ${title}${where} and asks for your approval.`,
      byWhen: (_time, day) => `It is due on ${day}.`,
    },
    failed_run: {
      first: 'Failed',
      again: 'Failed',
      label: 'See what happened',
      sentence: ({ title, where }) => `The run of ${title}${where}, which you started, has failed.`,
    },
    budget: { first: '', again: '', label: 'See what was spent', sentence: ({ title }) => title },
    key: { first: '', again: '', label: 'Look at your keys', sentence: ({ title }) => title },
  } satisfies Record<LetterKind, KindWords> as Readonly<Record<LetterKind, KindWords>>,
}

const de: typeof en = {
  quoted: (title) => `„${title}“`,
  inside: (project) => (project === undefined ? '' : ` im Projekt ${project}`),
  about: (project, workspace) =>
    project === undefined ? `Es geht um den Arbeitsbereich ${workspace}.` : `Es geht um das Projekt ${project}.`,
  reminder: 'Zur Erinnerung: Es hat noch niemand entschieden.',
  unshown: (count) =>
    count === 1
      ? 'Ein Teil der Änderung ist nicht durch Tests abgedeckt.'
      : `${count} Teile der Änderung sind nicht durch Tests abgedeckt.`,
  why: (reason) => `Grund: ${reason}`,
  locale: 'de-DE',
  at: (day, time) => `${day} um ${time} Uhr`,
  by: (day) => `bis ${day}`,
  several: (count) => `${count} Neuigkeiten warten auf Sie`,
  these: (count) => `${count} Neuigkeiten warten auf Sie, die älteste zuerst.`,
  left: (count) => `Die ${count} neuesten sind hier nicht aufgeführt.`,
  home: 'Alle ansehen',
  kinds: {
    request: {
      first: 'Bitte entscheiden',
      again: 'Erinnerung: Bitte entscheiden',
      label: 'Ansehen und entscheiden',
      sentence: ({ title, where, agency }) =>
        agency === undefined
          ? `${title}${where} wartet auf Ihre Entscheidung.`
          : `${agency} bittet um Ihre Entscheidung zu ${title}${where}.`,
      byWhen: (time) => `Bitte entscheiden Sie bis ${time}. Danach wird die Anfrage ohne Entscheidung geschlossen.`,
    },
    question: {
      first: 'Bitte antworten',
      again: 'Erinnerung: Bitte antworten',
      label: 'Frage beantworten',
      sentence: ({ title, where, agency }) =>
        agency === undefined
          ? `${title}${where} wartet auf Ihre Antwort.`
          : `${agency} hat eine Frage an Sie${where}: ${title}`,
      byWhen: (time) => `Bitte antworten Sie bis ${time}. Danach wird die Frage ohne Antwort geschlossen.`,
    },
    approval: {
      first: 'Zur Freigabe bereit',
      again: 'Erinnerung: Zur Freigabe bereit',
      label: 'Ansehen und entscheiden',
      sentence: ({ title, where, agency }) =>
        agency === undefined
          ? `${title}${where} ist bereit für Ihre Freigabe.`
          : `${agency} hat ${title}${where} fertiggestellt und bittet um Ihre Freigabe.`,
      byWhen: (_time, day) => `Fällig am ${day}.`,
    },
    failed_run: {
      first: 'Fehlgeschlagen',
      again: 'Fehlgeschlagen',
      label: 'Ansehen, was passiert ist',
      sentence: ({ title, where }) => `Der Lauf zu ${title}${where}, den Sie gestartet haben, ist fehlgeschlagen.`,
    },
    budget: { first: '', again: '', label: 'Ausgaben ansehen', sentence: ({ title }) => title },
    key: { first: '', again: '', label: 'Schlüssel ansehen', sentence: ({ title }) => title },
  },
}

const letterWords: Readonly<Record<LetterLanguage, typeof en>> = { en, de }

interface LetterFrame {
  /** The agency in whose name a client is written to; undefined for its own people. */
  readonly agency: string | undefined
  readonly language: LetterLanguage
  /** Where everything is that waits for the reader. */
  readonly homeUrl: string
  /** The number of things that the mail does not name. */
  readonly left?: number
}

/** The words of a mail about things, the oldest first: who asks, for what and in which project, on a single button. */
export const textOf = (
  topics: readonly [LetterTopic, ...LetterTopic[]],
  { agency, language, homeUrl, left = 0 }: LetterFrame,
) => {
  const words = letterWords[language]
  const [first] = topics
  if (topics.length === 1) {
    return {
      subject: cutSubject(headlineOf(first, language)),
      paragraphs: [
        ...sentencesOf(first, agency, language),
        ...unshownSentence(first, language),
        ...byWhenSentence(first, language),
      ],
      action: { label: words.kinds[first.kind].label, url: first.url },
    }
  }
  const count = topics.length + left
  return {
    subject: words.several(count),
    paragraphs: [words.these(count), ...(left > 0 ? [words.left(left)] : [])],
    action: { label: words.home, url: homeUrl },
    links: topics.map((one) => ({
      label: [
        `${sentenceOf(one, language)} (${[one.project ?? one.workspace, ...byDay(one, language)].join(', ')})`,
        ...unshownSentence(one, language),
      ].join('. '),
      url: one.url,
    })),
  }
}

/** A locked screen shows so many characters of a subject. */
const subjectMost = 60

const cutSubject = (text: string): string => {
  const characters = Array.from(text)
  if (characters.length <= subjectMost) return text
  const start = characters.slice(0, subjectMost - 1).join('')
  return `${start.trimEnd()}…`
}

const sentenceOf = ({ kind, reminds, title }: LetterTopic, language: LetterLanguage): string => {
  const begins = letterWords[language].kinds[kind][reminds ? 'again' : 'first']
  // The title of a letter about a budget or a key is a sentence.
  return begins === '' ? title : `${begins}: ${title}`
}

/** The subject; of a sentence about a budget or a key, what stands before its first figure or explanation. */
const headlineOf = (topic: LetterTopic, language: LetterLanguage): string => {
  if (!isSentence(topic.kind)) return sentenceOf(topic, language)
  const ends = [': ', '. '].map((mark) => topic.title.indexOf(mark)).filter((at) => at > 0)
  return topic.title.slice(0, ends.length === 0 ? undefined : Math.min(...ends))
}

const isSentence = (kind: LetterKind): kind is 'budget' | 'key' => kind === 'budget' || kind === 'key'

const sentencesOf = (topic: LetterTopic, agency: string | undefined, language: LetterLanguage): string[] => {
  const { kind, reminds, title, why, project, workspace } = topic
  const words = letterWords[language]
  if (isSentence(kind)) return [title, words.about(project, workspace)]
  const sentence = words.kinds[kind].sentence({ title: words.quoted(title), where: words.inside(project), agency })
  return [sentence, ...(why === undefined ? [] : [words.why(why)]), ...(reminds ? [words.reminder] : [])]
}

const unshownSentence = ({ unshown }: LetterTopic, language: LetterLanguage): string[] =>
  unshown === 0 ? [] : [letterWords[language].unshown(unshown)]

const byWhenSentence = ({ kind, decideBy }: LetterTopic, language: LetterLanguage): string[] => {
  const { kinds, locale, at } = letterWords[language]
  const { byWhen } = kinds[kind]
  if (!decideBy || !byWhen) return []
  const { timeZone } = decideBy
  const day = decideBy.at.toLocaleDateString(locale, { timeZone, weekday: 'long', ...inWords })
  const time = decideBy.at.toLocaleTimeString(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
  return [byWhen(`${at(day, time)} (${timeZone})`, day)]
}

const byDay = ({ decideBy }: LetterTopic, language: LetterLanguage): string[] => {
  const { locale, by } = letterWords[language]
  return decideBy ? [by(decideBy.at.toLocaleDateString(locale, { timeZone: decideBy.timeZone, ...inWords }))] : []
}

const inWords = { day: 'numeric', month: 'long', year: 'numeric' } as const
