import { processSchema, type ProcessDesign } from '../../src/game/processes/design.ts'

const xp = { id: 'xp', type: 'point' }

/** A process with all that a process can have, as its author writes it. */
export const sampleProcess = {
  id: 'tour',
  name: 'Guided tour',
  lanes: [{ name: 'guest', default: true }, { name: 'guide' }],
  activities: [
    {
      id: 'book',
      name: 'Book <now> & "then"',
      type: 'task',
      lane: 'guest',
      requires: { type: 'action', context: { id: 'like', operator: 'ge', value: '3' } },
      rewards: [{ metric: xp, verb: 'add', value: '10' }],
    },
    {
      id: 'prepare',
      name: 'Prepare',
      type: 'task',
      lane: 'guide',
      loop: '2',
      rewards: [
        { metric: xp, verb: 'add', value: '2', recurring: true },
        { metric: xp, verb: 'add', value: '5', resolution: 'walk/look' },
      ],
    },
    { id: 'pay', name: 'Pay', type: 'task', lane: 'guest', probability: 0.9, rate: [1, 86_400_000, 'FIXED'] },
    {
      id: 'walk',
      name: 'Walk',
      type: 'sub_process',
      lane: 'guide',
      activities: [
        { id: 'look', name: 'Look', type: 'task' },
        { id: 'rest', name: 'Rest', type: 'task', lane: 'guest', loop: 'Infinity' },
        { id: 'climb', name: 'Climb', type: 'task', lane: 'guide' },
      ],
      gateways: [{ id: 'choose', name: 'Choose', type: 'exclusive' }],
      sequence_flows: [
        { src: 'look', tgt: 'choose' },
        { src: 'choose', tgt: 'rest' },
        { src: 'choose', tgt: 'climb' },
      ],
    },
    { id: 'wave', name: 'Wave', type: 'task' },
  ],
  gateways: [
    { id: 'split', name: 'Split', type: 'parallel', lane: 'guest' },
    { id: 'join', name: 'Join', type: 'parallel', lane: 'guide' },
  ],
  sequence_flows: [
    { src: 'book', tgt: 'split' },
    { src: 'split', tgt: 'prepare' },
    { src: 'split', tgt: 'pay' },
    { src: 'prepare', tgt: 'join' },
    { src: 'pay', tgt: 'join', retry: true },
    { src: 'join', tgt: 'walk' },
  ],
}

/** The same, read. */
export const readSample = (): ProcessDesign => processSchema.parse(sampleProcess)
