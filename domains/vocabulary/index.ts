import type { Vocabulary } from '../../platform/contract/vocabulary.ts'
import { agents } from './agents.ts'
import { accounts } from './accounts.ts'
import { billing } from './billing.ts'
import { code } from './code.ts'
import { conversation } from './conversation.ts'
import { delivery } from './delivery.ts'
import { deployments } from './deployments.ts'
import { deliverables } from './deliverables.ts'
import { growth } from './growth.ts'
import { record } from './record.ts'

/** The API reference's texts about properties whose schemas have none, and its groups of operations. */
export const vocabulary: Vocabulary = {
  words: {
    ...record,
    ...accounts,
    ...agents,
    ...code,
    ...deployments,
    ...delivery,
    ...conversation,
    ...deliverables,
    ...growth,
    ...billing,
  },
  groups: {
    Accounts: {
      auth: 'Sign up, sign in and passkeys.',
      me: 'The person who signed in: sessions, workspaces, own data.',
      'api-keys': 'Keys for programs.',
      programs: 'Programs that a person connects by OAuth.',
      members: 'The people of the agency.',
      'member-invitations': 'Invitations to the agency.',
      'brand-kit': 'The agency’s branding for clients.',
      workspace: 'The name of the workspace, its time zone and its language.',
      'web-providers': 'Who agents ask when they search and read the web.',
    },
    Clients: {
      'client-accounts': 'Customers, their people and their projects.',
      'client-portal': 'Clients of the workspace itself.',
      portals: 'The portal as its clients see it.',
      portal: 'The actions of a client in a portal.',
      'portal-invitations': 'Invitations to a portal.',
    },
    Billing: { 'client-billing': 'Clients’ bills: identities, billables and invoices.' },
    Growth: { growth: 'Outreach, and who it must not reach.' },
    Code: {
      projects: 'Codebases, their repositories and revisions.',
      'code-hosts': 'Where the history of projects is pushed to.',
      policies: 'The defaults of projects without their own settings.',
      imports: 'Bring a repository in.',
      deployments: 'Previews and production of projects.',
      'preview-toolbar': 'The content of the toolbar in a preview, and comments at places of pages.',
      environments: 'Variables and names of secrets that runs get.',
      secrets: 'Values that programs need, in the files that they read.',
    },
    Delivery: {
      agents: 'Who carries work out, and how.',
      'model-config': 'Which models and harnesses agents work with.',
      ai: 'Models for clients of model makers, on the budget of the workspace.',
      budget: 'The caps of the workspace, and the defaults of its projects.',
      names: 'Names and titles of things by their ids.',
      search: 'Find projects, cycles, tasks and messages.',
      cycles: 'Changes, from proposal to merge.',
      'client-conversations': 'Clients’ messages, and the open ones among them.',
      tasks: 'The parts of a cycle, each done by an agent.',
      'pending-requests': 'What waits for a person to decide.',
      trackers: 'Issues of Linear and of code hosts that become cycles.',
      'chat-channels': 'Channels of Slack and Microsoft Teams that get messages about the work.',
      deliverables: 'The results of a cycle that clients see and decide on.',
      deliveries: 'Deliveries and their clients, by the packages in them.',
      artifacts: 'Files that checks left behind, by signed addresses.',
    },
    Record: {
      'audit-log': 'Who did what, provable afterwards.',
      events: 'What happened in a workspace.',
      webhooks: 'Have events sent to your own systems.',
    },
  },
}
