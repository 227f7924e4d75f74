/** A sentence about each property, by its name or by `Record.name`, and an example if the schema has none. */
export type Words = Readonly<Record<string, string | readonly [sentence: string, example: unknown]>>

/** Texts of the API reference beside the contracts. */
export interface Vocabulary {
  readonly words: Words
  /** Groups of tags; a tag is the first part of a path, with the subject of its operations. */
  readonly groups: Readonly<Record<string, Readonly<Record<string, string>>>>
}
