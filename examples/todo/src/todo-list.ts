import type { Client } from 'gamify/client'
import type { Game } from './game.ts'

export interface Task {
  readonly title: string
  readonly urgent: boolean
  readonly done: boolean
}

/** A list of tasks, each of whose changes is a move in a game. */
export class TodoList {
  readonly #player: Pick<Client<Game>, 'play'>
  readonly #tasks: Task[] = []

  /** `player` is a client that acts as the owner of the list. */
  constructor(player: Pick<Client<Game>, 'play'>) {
    this.#player = player
  }

  get tasks(): readonly Task[] {
    return this.#tasks
  }

  async add(title: string, { urgent = false } = {}): Promise<void> {
    await this.#player.play('add_task')
    this.#tasks.push({ title, urgent, done: false })
  }

  async finish(title: string): Promise<void> {
    const place = this.#tasks.findIndex((task) => task.title === title && !task.done)
    const task = this.#tasks[place]
    if (!task) throw new Error(`there is no task '${title}' to finish`)
    await this.#player.play('finish_task', { urgent: task.urgent ? 1 : 0 })
    this.#tasks[place] = { ...task, done: true }
  }
}
