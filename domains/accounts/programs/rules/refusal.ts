/** Why a program is not connected. */
export const refusalReasons = [
  'address',
  'unreachable',
  'document',
  'other_client',
  'authentication',
  'redirect',
  'parameter',
] as const

interface RefusalDetails {
  readonly reason: (typeof refusalReasons)[number]
  /** The parameter that is wrong. */
  readonly parameter: string | null
  /** The address of the browser's redirect, so that the program is notified. */
  readonly redirectTo: string | null
}

/** The reason why a program cannot be connected. */
export class ProgramRefusal extends Error {
  readonly details: RefusalDetails

  constructor(reason: RefusalDetails['reason'], about: Partial<Omit<RefusalDetails, 'reason'>> = {}) {
    super(`A program was refused: ${reason}`)
    this.name = 'ProgramRefusal'
    this.details = { reason, parameter: null, redirectTo: null, ...about }
  }
}
