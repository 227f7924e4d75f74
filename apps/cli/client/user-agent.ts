import { version } from '../../../platform/configuration/version.ts'

/** By it the audit log tells the command line from other programs. */
export const userAgent = `atelier-cli/${version}`
