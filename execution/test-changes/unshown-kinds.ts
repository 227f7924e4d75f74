/**
 * Kinds of findings about what no test shows, found by running the change or by reading its files. One that asks is asked
 * under every policy, and a person has to see it; a note is listed beside it.
 */
export const kindsNoTestShows: readonly string[] = [
  'empty_body_passes',
  'hunk_not_shown',
  'hunk_not_tried',
  'quantifier_not_shown',
  'replay_differs',
  'replay_not_finished',
  'replay_left_out',
  'ci_changed',
  'hook_changed',
  'obeyed_file_changed',
  'text_run',
  'program_started',
  'network_opened',
  'variables_read',
  'certificate_unchecked',
  'guard_removed',
  'name_defined_twice',
  'foreign_name_set',
  'address_added',
  'package_name_alike',
  'text_reversed',
  'alphabets_mixed',
  'line_too_long',
  'document_command_changed',
  'document_address_changed',
  'document_speaks_to_agents',
  'document_read_by_program',
]
