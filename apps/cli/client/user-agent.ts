import { version } from '../../../platform/configuration/version.ts'

/** The audit log distinguishes the command line from other programs by it. */
export const userAgent = `atelier-cli/${version}`
