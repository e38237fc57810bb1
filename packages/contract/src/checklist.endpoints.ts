import { checklist } from './checklist.ts';
import { endpoint } from './endpoint.ts';

export const checklistEndpoints = {
  getChecklist: endpoint({
    method: 'GET',
    path: '/api/admin/checklist',
    access: 'admin',
    summary: 'What a new library still needs before it serves others',
    response: checklist,
  }),
  dismissChecklist: endpoint({
    method: 'DELETE',
    path: '/api/admin/checklist',
    access: 'admin',
    summary: 'Show the list to no admin any more',
    response: checklist,
  }),
};
