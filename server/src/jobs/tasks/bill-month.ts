import type { Task } from '../task.js';
import { monthOf } from './month-of.js';

export const billMonthTask: Task = {
  name: 'bill-month',
  lane: 'long',
  attempts: 16,
  run(_, { payload }) {
    monthOf(payload);
    return Promise.resolve();
  },
};
