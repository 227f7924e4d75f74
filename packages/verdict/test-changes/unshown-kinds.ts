import { callDoes } from './unshown/call-kinds.ts'
import { holeDoes } from './unshown/holes/hole.ts'

/**
 * Kinds of findings about what no test shows, found by running the change or by reading its files. One that asks is asked
 * under every policy, and a person has to see it; a note is listed beside it.
 */
export const kindsNoTestShows: readonly string[] = [
  ...Object.keys(callDoes),
  ...Object.keys(holeDoes),
  'empty_body_passes',
  'hunk_not_shown',
  'hunk_not_tried',
  'part_not_judged',
  'value_not_shown',
  'shape_changed',
  'quantifier_not_shown',
  'behaviour_lost',
  'replay_differs',
  'replay_not_finished',
  'replay_left_out',
  'ci_changed',
  'hook_changed',
  'obeyed_file_changed',
  'guard_removed',
  'name_defined_twice',
  'foreign_name_set',
  'address_added',
  'package_name_alike',
  'text_speaks_to_readers',
  'file_mode_changed',
  'link_changed',
  'binary_changed',
  'built_file_changed',
  'text_reversed',
  'alphabets_mixed',
  'line_too_long',
  'document_command_changed',
  'document_address_changed',
  'document_speaks_to_agents',
  'document_read_by_program',
]
