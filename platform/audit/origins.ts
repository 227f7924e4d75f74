const tree = 'atelier/tree/'
const chain = 'atelier/audit/'

/** The name of a workspace's log in checkpoints, whose root is that of the tree beside the chain. */
export const originOf = (workspace: string): string => `${tree}${workspace}`

/** The name under which heads of the chain itself were signed before there was a tree, with the same keys. */
export const chainOriginOf = (origin: string): string => origin.replace(tree, chain)

/** The name of the log whose key bears this name, its former one among them. */
export const currentOrigin = (name: string): string => name.replace(chain, tree)
