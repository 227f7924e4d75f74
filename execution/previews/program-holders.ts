import type { Socket } from 'node:net'
import type { PreviewVersion, VisitKind } from './preview.ts'
import type { NoProgram } from './program.ts'

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
