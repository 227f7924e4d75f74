/**
 * Tables that domains and runs write, and that deciding access reads: it comes before all of them, and can ask none.
 * The tidy test lets this folder read these and no others.
 */
export const reads = [
  'membership',
  'users',
  'session',
  'api_key',
  'program_token',
  'identity_provider',
  'project_grant',
  'project',
  'run',
] as const
