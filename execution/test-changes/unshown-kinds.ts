/**
 * Kinds of findings about what no test shows, found by running the change or by reading its files. One that asks is asked
 * under every policy, and a person has to see it; a note is listed beside it.
 */
export const kindsNoTestShows: readonly string[] = [
  'empty_body_passes',
  'hunk_not_shown',
  'hunk_not_tried',
  'replay_differs',
  'ci_changed',
  'hook_changed',
]
