import type { Socket } from 'node:net'
import type { PreviewVersion, VisitKind } from '../preview.ts'

/** The port of programs in sandboxes that isolate, unless an image names its own. */
export const isolatedPort = 3000

/** A running program of a preview. */
export interface Program {
  /** The port that it listens at in its sandbox. */
  readonly port: number
  /** Whether another process runs it. */
  readonly isFar?: boolean
  /** A new connection to that port. Rejects with `NotListeningError` if the program takes no connection. */
  connect(signal: AbortSignal, visit?: VisitKind): Promise<Socket>
  /** A sentence about how it ended, once all its processes have ended. */
  readonly ended: Promise<string>
  /** Ends it at once, with all its processes. */
  stop(): Promise<void>
}

/** Starts the program of a version; it need not answer yet. Rejects with a sentence for people if it cannot. */
export type Launch = (site: string, version: PreviewVersion, signal: AbortSignal) => Promise<Program>

/** The program listens at other ports, or at none. */
export class NotListeningError extends Error {
  readonly ports: readonly number[]

  constructor(ports: readonly number[]) {
    super('The program of this preview does not listen at its port.')
    this.ports = ports
  }
}

/** Why no program runs, and when one can be started again. */
export interface NoProgram {
  readonly sentence: string
  readonly waitMs: number
}

/** Decides which process of the instance runs the program of a version, so that only one does. */
export interface ProgramHolders {
  /** Takes the program for this process, or leads to the process that has it. */
  take(site: string, version: PreviewVersion): Promise<OwnProgram | FarProgram>
}

export interface OwnProgram {
  readonly kind: 'own'
  /** Aborts when another process has taken the program. */
  readonly lost: AbortSignal
  /** Lets others have it. Never rejects. */
  release(): Promise<void>
}

/** The program of another process. */
export interface FarProgram {
  readonly kind: 'far'
  /** Waits until it runs; returns the reason if it does not. Rejects if that process no longer has it. */
  ready(mostMs: number): Promise<NoProgram | undefined>
  /** Rejects if that process no longer has it. */
  connect(visit: VisitKind): Promise<Socket>
}

/** A visit that another process leads to a program that runs here. */
export interface FarVisit {
  readonly site: string
  readonly version: string
  readonly visit: VisitKind | 'ready'
}
