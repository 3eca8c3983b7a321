-- Where the messages of before came from, as far as it can be known: ours without a user were written on the company's phone, or by the
-- product itself, whose texts are known. Ids that are not of the shape we give were given by the phone. What is left (written by somebody
-- who has been removed since) is an agent's.
with guessed as (
  select m.id, case
      when m.channel_id !~ '^3EB0[0-9A-F]{18}$' then 'phone'
      when m.body like 'Mensagem Automática:%Meu nome é%' then 'greeting'
      when m.body like 'Mensagem Automática:%Você foi transferido para%' then 'transfer'
      when m.body like 'Mensagem Automática:%Não atendemos chamadas%' then 'call'
      when m.body like '%Digite de 1 a 3 para avaliar:%' then 'rating'
      when length(c.parting) > 4 and starts_with(m.body, c.parting) then 'completion' end as origin
  from messages m
  join (select company_id, id, split_part(complation_message, '{{', 1) as parting from connections) c
    on c.company_id = m.company_id and c.id = m.connection_id
  where m.from_me and m.user_id is null)
update messages m set origin = g.origin, why = case g.origin
    when 'greeting' then 'the ticket was accepted'
    when 'transfer' then 'the ticket was transferred'
    when 'call' then 'the customer called, and calls are not taken'
    when 'rating' then 'the ticket was resolved'
    when 'completion' then 'the ticket was resolved' end
from guessed g where m.id = g.id and g.origin is not null;

alter table messages validate constraint messages_origin;
drop policy origins_filled_in on messages;
