import { endpoint } from '../endpoint.ts';
import { checklist } from './checklist.ts';

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
    summary: 'Hide the list from all admins',
    response: checklist,
  }),
};
