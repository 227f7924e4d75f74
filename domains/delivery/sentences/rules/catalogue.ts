/**
 * Every sentence about a run that people read again and again, by its code. `{name}` is a value. The server writes them
 * in English into reasons and failures; a page in another language recognises them and has the same codes.
 */
export const sentences = {
  agent_unfinished: 'The agent ended before it said that it was done.',
  agent_model_or_budget: 'Its model failed, or the budget was used up.',
  agent_no_change: 'The agent made no change.',
  agent_not_finished: 'The agent did not finish.',
  approval_of_project: 'The project asks for an approval of every change.',
  approval_of_workspace: 'The workspace asks for an approval of every change.',
  change_denied: 'The change was denied.',
  change_not_committed: 'Not done yet: people are asked a question first.',
  change_only_prose: 'Only documentation or comments changed, and what passed before still passes.',
  change_ready: 'The change is ready, and a person decides whether it is merged.',
  check_could_not_run: 'The check “{check}” could not run before the change.',
  check_could_not_run_because: 'The check “{check}” could not run before the change:',
  check_fails_before: 'The check “{check}” fails before the change as well.',
  check_fails_before_because: 'The check “{check}” fails before the change as well:',
  check_no_known_test: 'The check “{check}” ran no test that the base has as well.',
  check_no_report: 'The check “{check}” gives no report of its tests any more:',
  check_no_test: 'The check “{check}” ran no test.',
  check_passed_before: 'The check “{check}” passed before the change and does not pass any more.',
  check_rerun_could_not_run: 'The check “{check}” was run again on the same commit and could not run.',
  check_rerun_failed: 'The check “{check}” was run again on the same commit and failed.',
  check_rerun_passed: 'The check “{check}” was run again on the same commit and passed.',
  checked_each_new_test:
    'What passed before still passes, and each of its new tests passes without the change as well.',
  checked_no_test: 'What passed before still passes, and no test fails without the change and passes with it.',
  checks_unknown: 'No check ran: no test command of the project is known.',
  conflict: 'The change conflicts with what was merged meanwhile.',
  conflict_in: 'The change conflicts with what was merged meanwhile in {files}.',
  cycle_deleted: 'The cycle or its project was deleted.',
  failed_by_agency:
    'The work could not be finished, for a reason that lies with the agency. Ask it, and run the cycle again.',
  failed_internally: 'Something went wrong. Run the cycle again.',
  failed_at_step:
    'Something went wrong on our side at the step {step}. Run the cycle again; its diagnostics say what it was.',
  install_program:
    'Install it in /usr, name its folder by ATELIER_SANDBOX_PROGRAMS, or set the commands: atelier project set --setup ….',
  lock_files_too_many: 'The change has more lock files or packages than can be compared.',
  mend_missing: 'The change is to mend “{check}”, which does not pass over it.',
  model_none: 'No model reviewed the change.',
  more_reasons: 'And {count} more.',
  not_revertible: 'The branch does not have what was to be reverted.',
  not_revertible_on: 'The branch {branch} does not have the commit that is to be reverted in its history.',
  tests_not_addable: 'The tests of the examiner cannot be added: a file of the repository is in the way of {path}.',
  nothing_to_revert: 'Nothing is left of what was to be reverted.',
  nothing_to_revert_on: 'Nothing is left on {branch} of what is to be reverted.',
  packages_added: 'The change adds packages: {names}.',
  packages_unnamed: 'The change adds packages that nobody asked for by name: {names}.',
  policy_refuses_checked: 'The project refuses changes that are checked.',
  policy_refuses_unverified: 'The project refuses changes that are unverified.',
  project_deleted: 'The project was deleted.',
  question_withdrawn: 'The question of the agent was withdrawn.',
  request_cancelled: 'The request to merge the change was cancelled.',
  request_unmet_by_fix:
    'The request asks for a fix, and no test fails without the change and passes with it: no test shows that the request is met.',
  request_unmet_by_feature:
    'The request asks for a feature, and no test fails without the change and passes with it: no test shows that the request is met.',
  request_unmet_by_tests:
    'The request asks for tests, and no test fails without the change and passes with it: no test shows that the request is met.',
  request_unmet_by_fix_idle:
    'The request asks for a fix, and each of its new tests passes without the change as well: no test shows that the request is met.',
  request_unmet_by_feature_idle:
    'The request asks for a feature, and each of its new tests passes without the change as well: no test shows that the request is met.',
  request_unmet_by_tests_idle:
    'The request asks for tests, and each of its new tests passes without the change as well: no test shows that the request is met.',
  result_refused: 'The changes pass their checks one by one, and not together.',
  review_checked: 'No test shows that the change does what was requested, and the project refuses such changes.',
  review_refused: 'The review refused the change.',
  review_sent_back: 'The review sent the change back:',
  review_unverified: 'No check proves the change, and the project refuses such changes.',
  run_again: 'Run the cycle again: it begins from the newest state.',
  run_stopped: 'The run was stopped.',
  setup_failed: 'The setup failed before the change.',
  setup_failed_because: 'The setup failed before the change:',
  setup_log: 'the log of the check “setup” has the reason.',
  setup_no_address: 'no address of {host} was found.',
  setup_no_node:
    'the agent asks for Node {version}, which this machine does not have and no registry gave. Change the agent’s runtimeVersion.',
  setup_no_program: 'this machine has no program “{program}”.',
  setup_no_registry: 'no package registry could be reached.',
  setup_refused_host: 'it asked for {host}, which setups may not reach.',
  setup_registries:
    'ATELIER_EGRESS_HOSTS allows hosts, such as the public registries, and ATELIER_REGISTRIES names registries of your own.',
  target_moved: 'The target branch kept moving. Run the cycle again.',
  target_not_moved: 'The target branch did not move.',
  task_failed: 'The task “{task}” failed.',
  task_not_started: 'This task was not begun.',
  task_stopped_before: 'The run was stopped before this task began.',
  task_not_begun: 'This task was not begun, because another task of the cycle failed.',
  test_from_request:
    'The request says “{quote}”. The test “{test}”, which a model wrote from the request alone, fails over the change.',
  tests_fail: 'The check “{check}”: these tests fail since the change: {tests}.',
  tests_fail_with_base:
    'The check “{check}”, with the tests as they were before the change: these do not pass: {tests}.',
  tests_base_not_passing: 'The check “{check}”, with the tests as they were before the change: it does not pass.',
  tests_fewer_assertions: 'The check “{check}”: these tests make fewer assertions: {tests}.',
  tests_gone: 'The check “{check}”: these tests are gone: {tests}.',
  tests_muted: 'The check “{check}”: these tests passed, and do not count any more: {tests}.',
  verdict_stays: 'The verdict stays as it was.',
} as const

export type SentenceCode = keyof typeof sentences
