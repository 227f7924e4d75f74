interface FoundInReview {
  /** The kind of the finding; absent for a model's. */
  readonly kind?: string | undefined
  readonly reason: string
}

export interface ServerWords {
  /** A text of the server in the language of the person; words of people and of programs stay as they are. */
  readonly worded: (text: string) => string
  /** A finding of a review, worded by its kind; a model's stays as it is. */
  readonly finding: (found: FoundInReview) => string
  /** Before the lines that a finding is about; without the mark at the end. */
  readonly unnoticed: {
    readonly change: string
    readonly untried: string
    readonly own: string
    readonly words: string
    readonly line: (line: number) => string
    /** One sentence about several such findings, with their lines. */
    readonly alike: (kind: string | undefined, count: number, lines: string) => string
    readonly each: string
    readonly together: string
  }
  /** When a run failed, by the step that the server names, such as `build-task`. */
  readonly stepOf: (name: string) => string
  /** Beside the headline of a failure. */
  readonly failure: {
    readonly ofCommand: (command: string, why: string) => string
    readonly firstFailing: string
    readonly details: string
    readonly changeRequest: string
    readonly request: string
    readonly saveRequest: string
    readonly saveAndTryAgain: string
  }
}

export const stepIn = (sentences: Readonly<Record<string, string>>, step: string) => (name: string) =>
  Object.hasOwn(sentences, name) ? sentences[name]! : `${step}: ${name}`
