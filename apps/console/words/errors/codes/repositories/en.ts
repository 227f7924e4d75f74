const nothing = 'Nothing was changed.'

/** Texts of errors about repositories, imports, revisions and secrets. */
export const enRepositoryCodes = {
  no_repository: { title: 'There is no repository here', text: 'The project has none, or this one was detached.' },
  repository_unreachable: { title: 'The repository does not answer', text: `${nothing} Try again in a moment.` },
  read_timed_out: { title: 'Reading the repository took too long', text: `${nothing} Try again in a moment.` },
  branch_not_found: { title: 'This branch is gone', text: 'It was merged or deleted. Choose another one.' },
  branch_moved: { title: 'The branch moved meanwhile', text: `${nothing} Do it again.` },
  branch_too_large: { title: 'This branch is too large', text: `${nothing} Make it smaller, or choose another one.` },
  commit_not_found: { title: 'This commit is not there', text: 'No branch of the repository reaches it any more.' },
  unknown_since: { title: 'This commit is not there', text: 'Compare with one that the repository has.' },
  file_not_found: { title: 'This file is not there', text: 'It is gone on this branch, a link, or ignored by git.' },
  file_not_changed: { title: 'This file is not changed any more', text: 'Load the page again to see what is.' },
  task_not_readable: {
    title: 'No agent is at work there',
    text: 'What it committed is on its branch, among the branches.',
  },
  image_too_large: {
    title: 'This picture is too large',
    text: 'Up to 10 MiB and 40 million pixels are shown. Pull the repository to see it.',
  },
  not_an_image: { title: 'This is not a picture', text: 'Its format cannot be shown.' },
  repository_attached: {
    title: 'Another project has this repository',
    text: `${nothing} Detach it there first.`,
  },
  repository_primary: {
    title: 'This is the primary repository',
    text: `${nothing} Make another one the primary one first.`,
  },
  repository_holds_head: {
    title: 'The newest revision is in this repository',
    text: `${nothing} Make another one of Atelier’s own host the primary one first.`,
  },
  code_host_failed: { title: 'The code host did not do it', text: `${nothing} Test the connection, then try again.` },
  code_host_name_taken: { title: 'This name is taken', text: `${nothing} Choose another one.` },
  code_hosts_full: { title: 'The workspace has 20 code hosts', text: `${nothing} Remove one first.` },
  code_host_in_use: { title: 'Projects are pushed to this code host', text: `${nothing} Disconnect them first.` },
  chat_channel_name_taken: { title: 'This name is taken', text: `${nothing} Choose another one.` },
  chat_channels_full: { title: 'The workspace has 20 channels', text: `${nothing} Remove one first.` },
  tracker_name_taken: { title: 'This name is taken', text: `${nothing} Choose another one.` },
  trackers_full: { title: 'The workspace has 20 trackers', text: `${nothing} Remove one first.` },
  tracker_in_use: { title: 'Projects take issues from this tracker', text: `${nothing} Unlink them first.` },
  tracker_team_taken: { title: 'Another project takes the issues of this team', text: `${nothing} Unlink it first.` },
  tracker_not_linked: { title: 'The project takes no issues', text: 'It is linked to no tracker.' },
  project_connected: { title: 'The project is connected already', text: `${nothing} Disconnect it first.` },
  project_not_connected: { title: 'The project is not connected', text: 'It has no code host.' },
  project_without_history: {
    title: 'There is no history to push',
    text: 'The primary repository is not on Atelier’s own host.',
  },
  history_has_findings: {
    title: 'The history contains secrets',
    text: `${nothing} Remove the findings from the history first.`,
  },
  code_host_repository_absent: {
    title: 'The code host has no such repository',
    text: `${nothing} Create it there, or let Atelier create it.`,
  },
  code_host_repository_not_empty: {
    title: 'The repository is not empty',
    text: `${nothing} Name an empty one, or a new one.`,
  },
  repository_backed: {
    title: 'This project lives on its code host',
    text: 'Its revisions are there, and are read there.',
  },
  too_many_repositories: {
    title: 'The project has 50 repositories',
    text: `${nothing} Detach one that is not needed any more.`,
  },
  revision_moved: {
    title: 'The project has a newer revision by now',
    text: `${nothing} Load the page again, look at what would be undone, and try again.`,
  },
  revision_is_newest: { title: 'This is the newest revision already', text: 'There is nothing to undo.' },
  revision_of_other_repository: {
    title: 'This revision is in another repository',
    text: `${nothing} Make that one the primary repository first.`,
  },
  revision_restoring: {
    title: 'Another cycle goes back to this revision already',
    text: `${nothing} Run that cycle, or delete it first.`,
  },
  revision_not_found: { title: 'This revision is not there', text: 'Load the revisions of the project again.' },
  revisions_not_comparable: {
    title: 'These revisions are in different repositories',
    text: 'Compare two revisions of one repository.',
  },
  cycle_not_delivered: { title: 'This cycle delivered nothing', text: 'There is nothing to revert.' },
  cycle_reverted: {
    title: 'Another cycle reverts this one already',
    text: `${nothing} Run that cycle, or delete it first.`,
  },
  revision_not_head: { title: 'There is a newer revision', text: 'Load the page again, and take that one.' },
  not_a_bundle_or_tar: {
    title: 'This is neither a bundle nor an archive',
    text: 'Make one with git bundle create, or with tar.',
  },
  scan_rejected: {
    title: 'This cannot be imported',
    text: 'Something in it is refused. Correct the repository or folder, then choose it again.',
  },
  scan_not_found: { title: 'The scan has expired', text: 'A scan is kept for an hour. Choose the file again.' },
  bundle_missing: { title: 'The upload is not complete', text: 'Upload it again.' },
  bundle_rejected: {
    title: 'This repository cannot be imported',
    text: 'This import has ended. Correct the repository, then begin a new one.',
  },
  findings_present: {
    title: 'The history contains secrets',
    text: 'This import was set to stop at secrets, and has ended. Begin a new one, and choose how to handle them.',
  },
  idempotency_key_reused: { title: 'This began another import', text: 'Begin a new one.' },
  import_claimed: { title: 'This import is being finished already', text: 'Wait for it.' },
  import_expired: { title: 'This import took too long', text: 'Begin a new one.' },
  check_timeout: {
    title: 'The server is too busy',
    text: `${nothing} Try again in a while.`,
  },
  sandbox_budget: {
    title: 'No sandbox is free',
    text: `${nothing} Try again when another import or run has ended.`,
  },
  no_revision: { title: 'The project has no revision yet', text: 'Import a repository first.' },
  terminal_off: {
    title: 'This server offers no SSH',
    text: 'Its operator can switch it on.',
  },
  storage_full: { title: 'The server’s disk is full', text: 'Nothing was kept. The operator has to make room.' },
  secret_file_changed: { title: 'Somebody was faster', text: 'Nothing was written. Do it again.' },
  secret_source_not_found: { title: 'No secret comes from this file', text: 'Load the page again.' },
  too_many_environments: {
    title: 'The project has 20 environments',
    text: `${nothing} Delete one, or put the variables into one that there is.`,
  },
}
