/**
 * A fragment for statements of other domains: what a message says, as rows of (cycle_id, task_id, title, body); none where
 * the cycle that it was said in is gone. A message has no title.
 */
export const messageText = (messageId: string, isLiveCycle: (cycleId: string) => string): string =>
  `(select m.cycle_id, m.task_id, null::text as title, m.content as body from message m
    where m.id = ${messageId} and (m.cycle_id is null or ${isLiveCycle('m.cycle_id')})) its_message`
