import type { Outgoing } from './outgoing.ts'

/** An answer whose body has not been read. */
export interface Incoming<Body> {
  readonly status: number
  /** The value of a header by its name in small letters. */
  header(name: string): string | undefined
  readonly body: Body
  text(): Promise<string>
}

/** How requests travel: one transport for Node, one for browsers. It throws if no server answers. */
export interface Transport<Body> {
  send(request: Outgoing): Promise<Incoming<Body>>
  close(): Promise<void>
}
