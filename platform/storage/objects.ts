import type { Readable } from 'node:stream'

/** The object that `put` read, measured as the bytes passed: `sha256` is 64 hexadecimal digits in lower case. */
export interface StoredObject {
  readonly sizeBytes: number
  readonly sha256: string
}

/** An object being read. Its user reads it to its end or destroys it. */
export interface OpenObject {
  readonly content: Readable
  readonly sizeBytes: number
}

/** The positions of the first and the last byte to read, both within the object. */
export interface ObjectPart {
  readonly first: number
  readonly last: number
}

/** The headers of the answer to a signed address. */
export interface SignedHeaders {
  readonly mediaType: string
  readonly disposition: string
}

/** Conditions on the content. */
export interface PutOptions {
  readonly maxBytes: number
  /** The sender's declaration. */
  readonly expected?: StoredObject
  readonly signal?: AbortSignal
}

export interface AppendOptions {
  /** How many bytes have arrived before; 0 begins again. */
  readonly offset: number
  /** The sender's declaration of the whole. */
  readonly expected: StoredObject
  readonly signal?: AbortSignal
}

/**
 * Content under keys. A key is 1 to 16 parts joined by `/`, each of letters, digits, `.`, `_`, `-`, not starting with a
 * dot, 512 characters in all; another key is a bug in the caller and throws. Content is streamed both ways in flat
 * memory. An object exists whole or not at all, and putting a key again replaces it.
 */
export interface ObjectStore {
  /** Whether `fetchFile` makes copies, and does not give the objects' own files second names. */
  readonly copies: boolean
  /**
   * Stores a stream. More than `maxBytes` is an `ObjectTooLargeError`, a full disk a `StorageFullError`, an aborted
   * `signal` its reason, other bytes than the `expected` ones an `ObjectMismatchError`; after any failure the key has
   * its former content. The stream is destroyed, unless a store does not answer (StorageUnavailableError): the data
   * behind it may be a request that waits for its answer.
   */
  put(key: string, content: Readable, options: PutOptions): Promise<StoredObject>
  /**
   * Stores a finished file, which stays unchanged, under a key that was never used. A store in a folder of the same
   * file system hard-links the file and copies nothing. A failure leaves nothing behind.
   */
  putFile(key: string, path: string, signal?: AbortSignal): Promise<StoredObject>
  /**
   * Makes the object a new file at `path`, and measures it: the object's own file under a second name, which must stay
   * unchanged, or a copy. Undefined when the key holds none; what fails leaves nothing at `path`.
   */
  fetchFile(key: string, path: string): Promise<StoredObject | undefined>
  /**
   * Continues an object that arrives in parts. The received part stays if the stream breaks; at its end the whole is
   * read once and has to be as expected, or nothing is kept. An offset other than the stored size is an `OffsetError`,
   * and so is a second sender: the first one ends with it.
   */
  append(key: string, content: Readable, options: AppendOptions): Promise<StoredObject>
  /** How many bytes have arrived of an object that is not whole yet. */
  arrivedBytes(key: string): Promise<number>
  /** Lends the object as a local file, which stays unchanged; undefined if the key has none. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | undefined>
  /** Opens an object for reading; undefined when the key holds none. */
  open(key: string, part?: ObjectPart): Promise<OpenObject | undefined>
  /** An address that opens the object to any caller for `seconds`, with these headers; undefined if it makes none. */
  signedUrl(key: string, seconds: number, headers: SignedHeaders): Promise<string | undefined>
  has(key: string): Promise<boolean>
  /** Removes objects put more than `olderThanMs` ago, 48 hours at least (a failover may need them); less throws. */
  removeOld(prefix: string, olderThanMs: number): Promise<void>
  /** Removes an object that can be recreated, and objects under its key. Throws for keys outside `setups`. */
  dropCached(key: string): Promise<void>
}

/** Removes objects at once. Only platform/removals has it: rows list the objects to remove, with the time. */
export interface ObjectRemover {
  /** Removes the object and what has arrived of it; a key that holds none is fine. */
  remove(key: string): Promise<void>
  /** Removes every object whose key begins with the parts of `prefix`, itself formed as a key. */
  removeUnder(prefix: string): Promise<void>
}
