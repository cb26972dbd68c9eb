/** What a to-do list tells of what people do, and learns of it. */
export interface Game {
  /** Somebody did something that counts. */
  play(player: string, action: 'add_task' | 'finish_task', variables?: { readonly urgent: 0 | 1 }): Promise<void>
}

export interface Task {
  readonly title: string
  readonly urgent: boolean
  readonly done: boolean
}

/** A list of tasks, each of whose changes is a move in a game. */
export class TodoList {
  readonly #player: string
  readonly #game: Game
  readonly #tasks: Task[] = []

  constructor(player: string, game: Game) {
    this.#player = player
    this.#game = game
  }

  get tasks(): readonly Task[] {
    return this.#tasks
  }

  async add(title: string, { urgent = false } = {}): Promise<void> {
    await this.#game.play(this.#player, 'add_task')
    this.#tasks.push({ title, urgent, done: false })
  }

  async finish(title: string): Promise<void> {
    const place = this.#tasks.findIndex((task) => task.title === title && !task.done)
    const task = this.#tasks[place]
    if (!task) throw new Error(`there is no task '${title}' to finish`)
    await this.#game.play(this.#player, 'finish_task', { urgent: task.urgent ? 1 : 0 })
    this.#tasks[place] = { ...task, done: true }
  }
}
