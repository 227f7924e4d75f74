/** Tables of domains and runs that deciding access reads. The tidy test lets this folder read no others. */
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
