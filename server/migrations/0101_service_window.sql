-- Before something other than a template is sent by the Cloud API, the customer's last message is looked up by number.
create index cloud_chats_number on cloud_chats (company_id, connection_id, number_key(chat));
